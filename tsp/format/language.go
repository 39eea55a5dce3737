package format

import (
	"fmt"
	"slices"
	"strings"

	"github.com/aco-vk/aco-vk/tsp"
)

// Language is the language of the people who wrote a file, as a tag of HTML.
type Language string

// English is the language of lists whose input has no language.
const English Language = "en"

// Words are what a list of stops says, in one language.
type Words struct {
	Stop    string `json:"stop"`    // its number
	Place   string `json:"place"`   // its name
	Leg     string `json:"leg"`     // the distance from the stop before
	Arrival string `json:"arrival"` // the distance from the first stop

	stops, fromTo, andBack, hour string
	roads, times, globe          string // kinds of distances; "": as package tsp says
}

// wordsOfLanguage has the words by language. Languages other than English have a decimal comma.
var wordsOfLanguage = map[Language]*Words{
	English: {"stop", "place", "from the stop before", "at the arrival", "stops", "from %s to %s", "from %s and back", "h", "", "", ""},
	"de": {"Stopp", "Name", "vom Stopp davor", "bei Ankunft", "Stopps", "von %s nach %s", "von %s und zurück", "h",
		"Strecken auf Straßen", "Fahrzeiten", "Luftlinie"},
	"es": {"parada", "nombre", "desde la parada anterior", "a la llegada", "paradas", "de %s a %s", "ida y vuelta desde %s", "h",
		"distancias por carretera", "tiempos de viaje", "en línea recta"},
	"fr": {"arrêt", "nom", "depuis l’arrêt précédent", "à l’arrivée", "arrêts", "de %s à %s", "aller-retour depuis %s", "h",
		"distances par la route", "temps de trajet", "à vol d’oiseau"},
	"it": {"tappa", "nome", "dalla tappa precedente", "all’arrivo", "tappe", "da %s a %s", "da %s e ritorno", "h",
		"distanze su strada", "tempi di viaggio", "in linea d’aria"},
	"nl": {"stop", "naam", "vanaf de vorige stop", "bij aankomst", "stops", "van %s naar %s", "vanaf %s en terug", "u",
		"afstanden over de weg", "reistijden", "hemelsbreed"},
}

// ofList returns the language of a list: English for an unknown language.
func (l Language) ofList() Language {
	if wordsOfLanguage[l] == nil {
		return English
	}
	return l
}

// words returns the words of a list.
func (l Language) words() *Words { return wordsOfLanguage[l.ofList()] }

// languageOf returns the language that most names of columns are in, "" if no language has more of them than
// the others.
func languageOf(t *Table) (best Language) {
	most := 0
	if t == nil {
		return ""
	}
	for language := range wordsOfLanguage {
		count := 0
		for _, name := range t.Header {
			isOf := func(word string) bool { return slices.Contains(columnWords[string(language)], word) }
			if isOf(plainName(name)) || slices.ContainsFunc(wordsOf(name), isOf) {
				count++
			}
		}
		switch {
		case count > most:
			best, most = language, count
		case count == most:
			best = ""
		}
	}
	return best
}

// hasComma reports whether lists have a decimal comma.
func (l Language) hasComma() bool { return l.ofList() != English }

// commaText writes a number of a list with the decimal mark of the input and its language.
func (r *Route) commaText(text string) string {
	if r.Input.dialect.comma || r.Input.Language.hasComma() {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}

// summary says how many stops a route has, how long it is, what its distances are, and where it begins and ends.
func (w *Words) summary(r *Route) string {
	stops := fmt.Sprintf("%d %s", len(r.Tour), w.stops)
	if len(r.Tour) == 1 {
		stops = "1 " + w.Stop
	}
	text := stops + ", " + r.roadText(r.Length)
	if in := r.Input.Instance; in.Metric.Geometry() == tsp.Globe || in.Display != nil {
		text += " (" + w.distances(in) + ")"
	}
	first, last := r.placeName(r.Tour[0]), r.placeName(r.Tour[len(r.Tour)-1])
	if r.Open {
		return text + ", " + fmt.Sprintf(w.fromTo, first, last)
	}
	return text + ", " + fmt.Sprintf(w.andBack, first)
}

// distances names the distances of an instance, as [tsp.Instance.DistancesText] does.
func (w *Words) distances(in *tsp.Instance) string {
	switch {
	case w.roads == "":
	case in.Display == nil && in.Metric.Geometry() == tsp.Globe:
		return w.globe
	case in.Display != nil && in.Unit.Name == metre:
		return w.roads
	case in.Display != nil && in.Unit.Name == second:
		return w.times
	}
	return in.DistancesText()
}
