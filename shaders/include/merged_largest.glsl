// The long changes of the largest gains, of equal ones those of the ants with the larger numbers, whatever their order in the list.
// Go reference: largest in aco/merged/reference/long.go. The including shader has the buffer long_ones and merged_change.glsl; it needs
// long.glsl. All invocations of the colony's work-group call these functions.
const uint KEY_BITS = 48; // gain, so that larger ones are larger numbers, and ant
const uint DIGIT_BITS = 8;
const uint DIGITS = 256;

shared uint histogram[DIGITS];
shared uint found_count;
shared uint found[MAX_LONG], chosen[MAX_LONG]; // ants: as they come, and the largest first

uvec2 key_of_ant(uint ant) {
    uint gain = uint(headers[colony * ants + ant].gain) ^ 0x80000000u;
    return uvec2(gain << 16 | ant, gain >> 16);
}

// smallest_of returns the smallest of so many largest keys of a list: digit by digit, from the highest one down, by how many have it
// (radix selection).
uvec2 smallest_key(uint most, uint listed) {
    uint lane = gl_LocalInvocationIndex;
    uvec2 key = uvec2(0);
    for (uint bits = KEY_BITS; bits > 0u;) {
        bits -= DIGIT_BITS;
        for (uint digit = lane; digit < DIGITS; digit += GROUP_SIZE) {
            histogram[digit] = 0u;
        }
        barrier();
        for (uint i = lane; i < listed; i += GROUP_SIZE) {
            uvec2 other = key_of_ant(long_changes[colony * ants + i]);
            if (long_shift_right(other, bits + DIGIT_BITS) == key) {
                atomicAdd(histogram[long_shift_right(other, bits).x & (DIGITS - 1u)], 1u);
            }
        }
        barrier();
        uint digit = DIGITS - 1u;
        while (digit > 0u && histogram[digit] < most) {
            most -= histogram[digit--];
        }
        key = long_add(long_shift_left(key, DIGIT_BITS), uvec2(digit, 0u));
        barrier();
    }
    return key;
}

// choose_largest returns how many there are, after it has put them into chosen.
uint largest_gains(uint listed) {
    uint lane = gl_LocalInvocationIndex;
    uvec2 least = listed > MAX_LONG ? smallest_key(MAX_LONG, listed) : uvec2(0);
    if (lane == 0u) {
        found_count = 0u;
    }
    barrier();
    for (uint i = lane; i < listed; i += GROUP_SIZE) {
        uint ant = long_changes[colony * ants + i];
        if (!long_less(key_of_ant(ant), least)) {
            found[atomicAdd(found_count, 1u)] = ant;
        }
    }
    barrier();
    for (uint i = lane; i < found_count; i += GROUP_SIZE) {
        uvec2 key = key_of_ant(found[i]);
        uint larger = 0u;
        for (uint j = 0u; j < found_count; j++) {
            larger += uint(long_less(key, key_of_ant(found[j])));
        }
        chosen[larger] = found[i];
    }
    barrier();
    return found_count;
}
