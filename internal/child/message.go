package child

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteMessage writes plain data as a line of JSON, in a child. Drivers may print to standard output, so the message has a line of its own even
// after a line that a driver did not end. Errors are ignored: if the parent has ended, the child's input ends too.
func WriteMessage(w io.Writer, message any) {
	text, _ := json.Marshal(message)
	fmt.Fprintf(w, "\n%s\n", text)
}
