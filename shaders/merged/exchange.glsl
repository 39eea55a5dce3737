// The changes that devices exchange if they share one colony. A record of words describes a
// change: RECORD_WORDS words, then its pieces. A piece of a long change has two words, as in
// change_pieces. Other pieces have one word: both positions are counted from the interval's first
// one, so they have START_SHIFT - 1 bits. Go reference: aco/merged/model/exchange.go.
const uint RECORD_ANT = 0, RECORD_GAIN = 1, RECORD_SHAPE = 2, RECORD_LOW = 3, RECORD_HIGH = 4, RECORD_WORDS = 5;
const uint CLASS_SHIFT = 16; // of the shape, which has the number of pieces and the class
const uint START_SHIFT = 15; // of a piece in one word: above the other position and the direction

// The buffer incoming begins with the number of changes. Then come the counts of the ants of all
// devices, the first word of each record, and the records.
const uint INCOMING_EVALUATIONS = 1, INCOMING_MOVES = 2, INCOMING_UNDONE = 3, INCOMING_FULL = 4;
const uint INCOMING_SUBMITTED = 5, INCOMING_LONG = 6;
const uint INCOMING_OFFSETS = 7;

// What the buffer exported has.
const uint EXPORTED_CHANGES = 0, EXPORTED_RECORD_WORDS = 1, EXPORTED_WORDS = 2;
