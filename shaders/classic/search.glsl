// search returns the first city from low to high - 1 whose running sum in a row exceeds target,
// or high. The includer has the buffer sums. Go reference: aco/classic/reference/prefix.go.
uint search(uint row, uint target, uint low, uint high) {
    while (low < high) { // ends: high - low is halved
        uint middle = (low + high) / 2u;
        if (sums[row + middle] > target) {
            high = middle;
        } else {
            low = middle + 1u;
        }
    }
    return low;
}
