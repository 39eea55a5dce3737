package merged

import "time"

// tempo is what iterations have taken of late.
type tempo struct {
	last time.Time // when so many iterations were known to be made
	made int
	each time.Duration // 0: not known
	from int           // what so many first iterations take, without kicks, says little about later ones
}

// kicked says whether what is known is of iterations with kicks, so many being made.
func (t *tempo) kicked(made int) bool { return made > t.from }

// restart begins anew after a pause.
func (t *tempo) restart() { t.last = time.Now() }

// took learns that so many iterations are made now. What they take changes with the settings: the last batch counts for one half.
func (t *tempo) took(now time.Time, made int) {
	if made <= t.made {
		return
	}
	each := now.Sub(t.last) / time.Duration(made-t.made)
	if t.each > 0 && t.kicked(made) == t.kicked(t.made) {
		each = (t.each + each) / 2
	}
	t.last, t.made, t.each = now, made, max(1, each)
}

// until returns when so many iterations will be made.
func (t *tempo) until(iterations int) time.Time {
	return t.last.Add(time.Duration(iterations-t.made) * t.each)
}
