// What an ant hands to the merge, and the classes of changes. Go twin, with what the words mean: aco/merged/model/words.go.
const uint MAX_PIECES = 64;
const uint MAX_LONG = 256;
const uint CLASS_LONG = 3;
const uint CLASS_NONE = 0xFFFFFFFFu;

struct Header {
    int gain;
    uint pieces;
    uint low, high;
    uint size_class;
    uint accepted;
    uint unused_0, unused_1;
};

uint block_shift(uint size_class) { return 3u + 2u * size_class; }

// class_of returns the class of an interval of so many places, the one behind it included.
uint class_of(uint places) {
    return uint(places > 100u) + uint(places > 1000u) + uint(places > 16384u);
}

uint key_of(int gain, uint ant, uint shift) {
    return uint(clamp((gain >> shift) + 16384, 1, 65535)) << 16 | ant;
}
