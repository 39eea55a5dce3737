package tsp

// City returns the city, counted from 0, that a user names by its number in the file, counted from 1. The error is an [*Error].
func (in *Instance) City(text string) (int32, error) {
	city, err := parseCity(text, in.Dimension())
	if err != nil {
		return 0, refuse("city", "%v", err)
	}
	return city, nil
}
