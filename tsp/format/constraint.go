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
		"timewindow", "timewindows", "window", "windowstart", "windowend", "twstart", "twend", "starttime", "endtime", "timefrom", "timeto",
		"earliest", "latest", "earliesttime", "latesttime", "readytime", "duetime", "duedate", "deadline", "arriveby", "arriveafter",
		"openinghours", "openinghour", "opening", "closing", "openingtime", "closingtime", "opentime", "closetime", "opens", "closes", "opensat",
		"closesat", "open", "close", "hours", "businesshours", "appointment",
		"öffnungszeit", "öffnungszeiten", "oeffnungszeit", "oeffnungszeiten", "geöffnet", "geschlossen", "öffnet", "schließt", "zeitfenster",
		"zeitfensterstart", "zeitfensterende", "zeitvon", "zeitbis", "frühestens", "spätestens", "frist", "termin", "lieferzeit",
		"horaire", "horaires", "horairesdouverture", "heuresdouverture", "heuredouverture", "heuredefermeture", "ouverture", "fermeture",
		"fenêtrehoraire", "fenêtredetemps", "créneau", "créneauhoraire", "heuredébut", "heurefin", "échéance",
		"horario", "horarios", "horariodeapertura", "apertura", "cierre", "horaapertura", "horacierre", "ventanahoraria", "ventanadetiempo",
		"horainicio", "horafin", "plazo",
		"orario", "orari", "orariodiapertura", "oraridiapertura", "chiusura", "oraapertura", "orachiusura", "finestraoraria", "finestratemporale",
		"orainizio", "orafine", "scadenza",
	}, "the tour may reach places at other times"},
	{[]string{
		"priority", "priorities", "prio", "urgency", "priorität", "dringlichkeit", "priorité", "urgence", "prioridad", "urgencia", "priorità", "urgenza",
	}, "places are visited in the order of the shortest tour, and none is left out"},
	{[]string{
		"demand", "demands", "load", "quantity", "qty", "weight", "weightkg", "volume", "parcels", "packages", "capacity", "pickup", "delivery",
		"bedarf", "nachfrage", "menge", "gewicht", "volumen", "ladung", "pakete", "kapazität",
		"demande", "quantité", "poids", "charge", "colis", "capacité",
		"demanda", "cantidad", "peso", "carga", "paquetes", "capacidad",
		"domanda", "quantità", "carico", "pacchi", "capacità",
	}, "one tour visits all places, whatever they take"},
	{[]string{
		"service", "servicetime", "servicetimes", "serviceduration", "duration", "stoptime", "stopduration", "dwell", "dwelltime", "setup",
		"servicezeit", "standzeit", "aufenthalt", "aufenthaltsdauer", "haltezeit", "dauer",
		"tempsdeservice", "duréedeservice", "durée", "tempsdarrêt",
		"tiempodeservicio", "duración", "tiempodeparada",
		"tempodiservizio", "durata", "tempodisosta",
	}, "lengths have no time at the places"},
	{[]string{
		"skill", "skills", "requiredskills", "driver", "vehicle", "vehicletype", "technician",
		"fähigkeit", "fähigkeiten", "qualifikation", "fahrer", "fahrzeug", "techniker",
		"compétence", "compétences", "chauffeur", "conducteur", "véhicule", "technicien",
		"habilidad", "habilidades", "conductor", "vehículo", "técnico",
		"competenza", "competenze", "autista", "conducente", "veicolo", "tecnico",
	}, "one tour visits all places"},
	{[]string{"utmzone", "zone", "gridzone", "utmzonenumber", "crs", "epsg", "srid"},
		"all coordinates are taken as having one origin"},
}

// unusedConstraints returns a warning for each kind of constraint that columns ask for.
func unusedConstraints(header []string) (warnings []string) {
	for _, c := range constraints {
		var found []string
		for _, name := range header {
			if slices.Contains(c.columns, plainName(name)) {
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
