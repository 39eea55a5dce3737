// The places next to one in a colony's closed tour. Go reference: aco/merged/model/places.go. The including shader has the push constant places.
uint after(uint place) { return place + 1u < places ? place + 1u : 0u; }
uint before(uint place) { return (place > 0u ? place : places) - 1u; }
