// The long changes with the largest gains; of equal gains, the larger ant numbers. The order of
// the list does not matter. Go reference: largestGains in aco/merged/reference/long.go. The
// includer has long.glsl, change.glsl with HEADERS_BINDING, colony and the buffer long_changes.
// All invocations of the colony's work-group call these functions.
const uint DIGIT_BITS = 8;
const uint DIGITS = 256;
const uint GROUP_DIGITS = 16;

// By digit, and by the higher half of the digit.
shared uint histogram[DIGITS], group_histogram[DIGITS / GROUP_DIGITS];
shared uint found_count;
shared uvec2 found[MAX_LONG]; // keys, in any order
shared uint chosen[MAX_LONG]; // ants by descending gain

// key_ant_bits returns the bits of an ant in a key, whole digits. The gain has 32 more.
uint key_ant_bits() { return (ant_bits(ants) + DIGIT_BITS - 1u) / DIGIT_BITS * DIGIT_BITS; }

uvec2 key_of_ant(uint ant) {
    uint gain = uint(headers[colony * ants + ant].gain) ^ 0x80000000u, bits = key_ant_bits();
    return uvec2(gain << bits | ant, gain >> (32u - bits));
}

// smallest_key returns the smallest of a number of largest keys, by radix selection: digit by
// digit, from the highest one down.
uvec2 smallest_key(uint keys, uint listed) {
    uint lane = gl_LocalInvocationIndex;
    uvec2 key = uvec2(0);
    // Ends: bits is a multiple of DIGIT_BITS, and each turn lowers it by DIGIT_BITS.
    for (uint bits = 32u + key_ant_bits(); bits > 0u;) {
        bits -= DIGIT_BITS;
        for (uint digit = lane; digit < DIGITS; digit += GROUP_SIZE) {
            histogram[digit] = 0u;
            group_histogram[digit / GROUP_DIGITS] = 0u;
        }
        barrier();
        for (uint i = lane; i < listed; i += GROUP_SIZE) {
            uvec2 other = key_of_ant(long_changes[colony * ants + i]);
            if (long_shift_right(other, bits + DIGIT_BITS) == key) {
                uint digit = long_shift_right(other, bits).x & (DIGITS - 1u);
                atomicAdd(histogram[digit], 1u);
                atomicAdd(group_histogram[digit / GROUP_DIGITS], 1u);
            }
        }
        barrier();
        uint group = DIGITS / GROUP_DIGITS - 1u;
        while (group > 0u && group_histogram[group] < keys) { // ends: group counts down
            keys -= group_histogram[group--];
        }
        uint digit = group * GROUP_DIGITS + GROUP_DIGITS - 1u;
        while (digit > 0u && histogram[digit] < keys) { // ends: digit counts down
            keys -= histogram[digit--];
        }
        key = long_add(long_shift_left(key, DIGIT_BITS), uvec2(digit, 0u));
        barrier();
    }
    return key;
}

// largest_gains writes the ants to chosen and returns their number.
uint largest_gains(uint listed) {
    uint lane = gl_LocalInvocationIndex;
    uvec2 least = listed > MAX_LONG ? smallest_key(MAX_LONG, listed) : uvec2(0);
    if (lane == 0u) {
        found_count = 0u;
    }
    barrier();
    for (uint i = lane; i < listed; i += GROUP_SIZE) {
        uvec2 key = key_of_ant(long_changes[colony * ants + i]);
        if (!long_less(key, least)) {
            found[atomicAdd(found_count, 1u)] = key;
        }
    }
    barrier();
    for (uint i = lane; i < found_count; i += GROUP_SIZE) {
        uint larger = 0u;
        for (uint j = 0u; j < found_count; j++) {
            larger += uint(long_less(found[i], found[j]));
        }
        chosen[larger] = found[i].x & (1u << key_ant_bits()) - 1u;
    }
    barrier();
    return found_count;
}
