package format

import (
	"slices"
	"strings"
)

// constraint is what columns of a table may ask for and no tour of this program has.
type constraint struct {
	columns []string // names as [spellings] has them: English, German, French, Spanish, Italian
	meaning string
}

// constraints lists what is said once if the table of an input has it.
var constraints = []constraint{
	{[]string{
		"timewindow", "timewindows", "window", "windowstart", "windowend", "twstart", "twend", "starttime",
		"endtime", "timefrom", "timeto",
		"earliest", "latest", "earliesttime", "latesttime", "readytime", "duetime", "duedate", "deadline",
		"arriveby", "arriveafter",
		"openinghours", "openinghour", "opening", "closing", "openingtime", "closingtime", "opentime", "closetime",
		"opens", "closes", "opensat",
		"closesat", "open", "close", "hours", "businesshours", "appointment",
		"öffnung", "öffnungszeit", "öffnungszeiten", "geöffnet", "geschlossen", "öffnet",
		"schließt", "zeitfenster",
		"zeitfensterstart", "zeitfensterende", "zeitvon", "zeitbis", "frühestens", "spätestens", "frist", "termin",
		"lieferzeit", "lieferfenster", "lieferzeitfenster", "anlieferzeit", "anlieferung", "ladezeiten", "uhrzeit",
		"von", "bis", "ab", "lieferung", "wunschtermin", "wunschzeit", "liefertermin",
		"horaire", "horaires", "horairesdouverture", "heuresdouverture", "heuredouverture", "heuredefermeture",
		"ouverture", "fermeture",
		"fenêtrehoraire", "fenêtredetemps", "créneau", "créneauhoraire", "heuredébut", "heurefin", "échéance",
		"horario", "horarios", "horariodeapertura", "apertura", "cierre", "horaapertura", "horacierre",
		"ventanahoraria", "ventanadetiempo",
		"horainicio", "horafin", "plazo",
		"orario", "orari", "orariodiapertura", "oraridiapertura", "chiusura", "oraapertura", "orachiusura",
		"finestraoraria", "finestratemporale",
		"orainizio", "orafine", "scadenza",
	}, "the tour may reach places at other times"},
	{[]string{
		"priority", "priorities", "prio", "urgency", "priorität", "dringlichkeit", "reihenfolge", "priorité", "urgence",
		"prioridad", "urgencia", "priorità", "urgenza",
	}, "places are visited in the order of the shortest tour, and none is left out"},
	{[]string{
		"demand", "demands", "load", "quantity", "qty", "weight", "weightkg", "volume", "parcels", "packages",
		"capacity", "pickup", "delivery", "pallets", "boxes", "pieces",
		"bedarf", "nachfrage", "menge", "gewicht", "volumen", "ladung", "pakete", "kapazität", "paletten", "stückzahl", "kisten", "kartons",
		"demande", "quantité", "poids", "charge", "colis", "capacité", "palettes", "cartons",
		"demanda", "cantidad", "peso", "carga", "paquetes", "capacidad", "palés", "cajas", "bultos",
		"domanda", "quantità", "carico", "pacchi", "capacità", "bancali", "colli", "cartoni",
	}, "one tour visits all places, whatever they take"},
	{[]string{
		"service", "servicetime", "servicetimes", "serviceduration", "duration", "stoptime", "stopduration",
		"dwell", "dwelltime", "setup",
		"loadingtime", "unloadingtime", "ladezeit", "entladezeit", "servicezeit", "standzeit", "aufenthalt", "aufenthaltsdauer", "haltezeit", "dauer",
		"tempsdeservice", "duréedeservice", "durée", "tempsdarrêt",
		"tiempodeservicio", "duración", "tiempodeparada",
		"tempodiservizio", "durata", "tempodisosta",
	}, "lengths have no time at the places"},
	{[]string{
		"skill", "skills", "requiredskills", "driver", "vehicle", "vehicletype", "technician", "truck", "van", "employee",
		"fähigkeit", "fähigkeiten", "qualifikation", "fahrer", "fahrzeug", "techniker", "lkw", "wagen", "mitarbeiter",
		"compétence", "compétences", "chauffeur", "conducteur", "véhicule", "technicien", "camion", "employé",
		"habilidad", "habilidades", "conductor", "vehículo", "técnico", "camión", "empleado",
		"competenza", "competenze", "autista", "conducente", "veicolo", "tecnico", "furgone", "dipendente",
	}, "one tour visits all places"},
	{[]string{"utmzone", "zone", "gridzone", "utmzonenumber", "crs", "epsg", "srid"},
		"all coordinates are taken as having one origin"},
}

// qualifiers are words beside those of constraints: units, and which end of a range a column has.
var qualifiers = []string{
	"kg", "g", "t", "l", "m3", "m³", "h", "hrs", "hours", "min", "mins", "minutes", "minuten", "s", "sec", "seconds", "sek",
	"std", "stk", "stück", "pcs", "max", "total", "gesamt", "number", "anzahl", "nombre", "from", "to", "start", "end", "begin",
	"von", "bis", "ab", "beginn", "ende", "de", "à", "a", "début", "debut", "fin", "desde", "hasta", "da", "mo", "fr", "sa",
	"mon", "fri", "sat", "1", "2", "am", "pm",
}

// folding removes accents, and writes ö as o, whether a file has ö or oe.
var folding = strings.NewReplacer("ä", "a", "ae", "a", "ö", "o", "oe", "o", "ü", "u", "ue", "u", "ß", "ss", "é", "e", "è", "e",
	"ê", "e", "ë", "e", "à", "a", "â", "a", "á", "a", "ç", "c", "î", "i", "ï", "i", "í", "i", "ì", "i", "ô", "o", "ò", "o",
	"ó", "o", "ù", "u", "û", "u", "ú", "u", "ñ", "n")

// asksFor reports whether the name of a column is one of the constraint, also beside qualifiers and
// without accents, as in "Zeitfenster von", "Gewicht (kg)" and "priorite".
func (c *constraint) asksFor(name string) bool {
	words := wordsOf(name)
	bare := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(qualifiers, word) })
	for _, parts := range [][]string{words, bare} {
		folded := folding.Replace(strings.Join(parts, ""))
		if slices.ContainsFunc(c.columns, func(own string) bool { return folding.Replace(own) == folded }) {
			return true
		}
	}
	return false
}

// unusedConstraints returns a warning for each kind of constraint that columns ask for.
func unusedConstraints(header []string) (warnings []string) {
	for _, c := range constraints {
		var found []string
		for _, name := range header {
			if c.asksFor(name) {
				found = append(found, quote(name))
			}
		}
		switch {
		case len(found) == 1:
			warnings = append(warnings, "column "+found[0]+" is not used: "+c.meaning)
		case len(found) > 1:
			warnings = append(warnings, "columns "+strings.Join(found, ", ")+" are not used: "+c.meaning)
		}
	}
	return warnings
}
