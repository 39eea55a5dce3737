// The change that an ant submits, and the classes of changes. The Go reference, aco/merged/model/words.go, explains the terms.
const uint MAX_PIECES = 64;
const uint MAX_LONG = 256;
const uint CLASS_LONG = 3;
const uint CLASS_NONE = 0xFFFFFFFFu;
const uint SHORT_SPAN = 100, MIDDLE_SPAN = 1000, WIDE_SPAN = 16384; // longest interval of each class below CLASS_LONG
const uint SHORT_BLOCK_SHIFT = 3, BLOCK_SHIFT_STEP = 2;             // binary logarithms of the places per block
const uint CLAIM_OFFSET = 16384, MAX_CLAIM = 65535;                 // added to the gain in a claim, so that it is positive in 16 bits

struct Header {
    int gain;
    uint pieces;
    uint low, high;
    uint size_class;
    uint accepted;
    uint unused_0, unused_1;
};

uint block_shift(uint size_class) { return SHORT_BLOCK_SHIFT + BLOCK_SHIFT_STEP * size_class; }

// class_of returns the class of an interval by its number of places, including the place after it.
uint class_of(uint places) {
    return uint(places > SHORT_SPAN) + uint(places > MIDDLE_SPAN) + uint(places > WIDE_SPAN);
}

uint key_of(int gain, uint ant, uint shift) {
    return uint(clamp((gain >> shift) + int(CLAIM_OFFSET), 1, int(MAX_CLAIM))) << 16 | ant;
}
