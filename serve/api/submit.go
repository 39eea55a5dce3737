package api

import (
	"net/http"
	"net/url"
	"sync"

	"github.com/aco-vk/aco-vk/aco"
	"github.com/aco-vk/aco-vk/serve/job"
)

// submit accepts a job: JSON with the instance and options, or the file of an instance with the
// options in the query.
func (s *service) submit(w http.ResponseWriter, r *http.Request) error {
	j, created, err := s.submitted(w, r)
	if err != nil {
		return err
	}
	if !created {
		return writeJSON(w, http.StatusOK, show(j))
	}
	return writeJSON(w, http.StatusAccepted, show(j))
}

// submitted returns the job of a submission, and sets the header Location. created is false if the
// job was submitted before with the same key.
func (s *service) submitted(w http.ResponseWriter, r *http.Request) (j job.Job, created bool, err error) {
	if s.options.ReadOnly {
		return j, false, refuse(http.StatusMethodNotAllowed, "read-only", readOnly)
	}
	if err := s.checkRoom(); err != nil {
		return j, false, err
	}
	hook, err := s.webhookOf(r)
	if err != nil {
		return j, false, err
	}
	files := newSpool(s.options.Folder)
	defer files.remove()
	body, err := s.receive(w, r, files)
	if err != nil {
		return j, false, err
	}
	u, err := s.accept(r, body, files)
	if err != nil {
		return j, false, err
	}
	u.Webhook = hook
	if j, created, err = s.store.Submit(r.Context(), u.Submission); err != nil {
		return j, false, err
	}
	s.logOf(r).Info("job submitted", "job", j.ID, "cities", j.Input.Cities, "repeated", !created)
	w.Header().Set("Location", "/v1/jobs/"+url.PathEscape(j.ID))
	return j, created, nil
}

// accept decodes a body and stores its objects. Both take memory, so they have a slot. Small objects
// do not keep it: they wait for the disk alone.
func (s *service) accept(r *http.Request, body Content, files *spool) (u Decoded, err error) {
	release, err := s.intake.decoding.of(body.isLarge(r.Header.Get("Content-Type"))).acquire(r)
	if err != nil {
		return u, err
	}
	release = sync.OnceFunc(release)
	defer release()
	u, err = s.options.Decoder.Decode(r.Context(), Upload{
		Body: body, Type: r.Header.Get("Content-Type"), Query: r.URL.RawQuery, Files: files.names,
		MaxBody: s.options.MaxBody, MaxCities: s.options.MaxCities, MaxTime: s.options.MaxTime,
	})
	if err != nil {
		return u, err
	}
	if u.Object.File == "" && u.Matrix.File == "" && u.Earlier.File == "" {
		release()
	}
	who := identityOf(r)
	u.Owner, u.Key, u.MaxTime = who.owner, r.Header.Get("Idempotency-Key"), job.Duration(s.options.MaxTime)
	u.Request, u.Trace = who.id, who.trace
	if err := s.checkReplay(r, u.Options.Replay); err != nil {
		return u, err
	}
	if err := s.store.Admits(r.Context(), &u.Submission); err != nil {
		return u, err
	}
	for _, object := range []struct {
		digest *job.Digest
		of     Content
	}{{&u.Input.Object, u.Object}, {&u.Input.Matrix, u.Matrix}, {&u.Input.Earlier, u.Earlier}} {
		if object.of.isNone() {
			continue
		}
		if *object.digest, err = s.put(r, object.of); err != nil {
			return u, err
		}
	}
	return u, nil
}

// checkReplay returns an error if no job of the client has what is to be repeated. Objects of others are as
// objects that do not exist.
func (s *service) checkReplay(r *http.Request, replay job.Digest) error {
	if replay == "" {
		return nil
	}
	release, err := s.intake.answering.small.acquire(r)
	if err != nil {
		return err
	}
	defer release()
	if known, err := s.store.HasReplay(r.Context(), ownerOf(r), replay); err != nil || known {
		return err
	}
	return &aco.OptionError{Option: "replay", Reason: "there is no such job; give the replay of a job's result"}
}
