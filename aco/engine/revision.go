package engine

// Revision counts the changes to the tours that all algorithms make of the same parameters. A checkpoint of another revision cannot be
// resumed. In revision 1 a seed had 32 bits that counted; runs of such seeds make the same tours in revision 2 and keep its number.
func Revision(seed uint64) int {
	if seed>>32 == 0 {
		return 1
	}
	return 2
}
