package main

import (
	"io"
	"log/slog"

	"github.com/alecthomas/kong"
)

// logFlags are the flags of commands that run for long and write a log.
type logFlags struct {
	LogFormat string     `enum:"text,json" default:"text" help:"Format of the log on standard error: lines of text with key=value, or a JSON object on each line."`
	LogLevel  slog.Level `default:"info" help:"Least level of the log: debug, info, warn or error. debug adds requests that only read."`
}

// logger returns the log of a command.
func (f logFlags) logger(c console) *slog.Logger {
	out, options := rawMessages(c.messages), &slog.HandlerOptions{Level: f.LogLevel, ReplaceAttr: durationAsText}
	if f.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}

// durationAsText makes a duration text in JSON, too. It would be a number of nanoseconds.
func durationAsText(_ []string, a slog.Attr) slog.Attr {
	if a.Value.Kind() == slog.KindDuration {
		a.Value = slog.StringValue(a.Value.Duration().String())
	}
	return a
}

// arguments returns the flags for another process that writes to the same log.
func (f logFlags) arguments() []string {
	return []string{"--log-format", f.LogFormat, "--log-level", f.LogLevel.String()}
}

// wantsJSONLog reports whether the command of a command line writes its messages as JSON.
func wantsJSONLog(parsed *kong.Context) bool {
	for _, flag := range parsed.Flags() {
		if flag.Name == "log-format" {
			return flag.Target.String() == "json"
		}
	}
	return false
}

// rawMessages returns where messages are written, past the writer that turns each into a record.
func rawMessages(messages io.Writer) io.Writer {
	if w, ok := messages.(logWriter); ok {
		return w.out
	}
	return messages
}
