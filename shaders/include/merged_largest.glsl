// The long changes with the largest gains, of equal gains those with the larger ant numbers. The order of the list does not matter. Go
// reference: largestGains in aco/merged/reference/long.go. The including shader has the buffer long_changes and merged_change.glsl. It needs
// long.glsl. All invocations of the colony's work-group call these functions.
const uint KEY_BITS = 48; // 32 of the gain, 16 of the ant
const uint DIGIT_BITS = 8;
const uint DIGITS = 256;

shared uint histogram[DIGITS];
shared uint found_count;
shared uint found[MAX_LONG], chosen[MAX_LONG]; // ants: in any order, and by descending gain

uvec2 key_of_ant(uint ant) {
    uint gain = uint(headers[colony * ants + ant].gain) ^ 0x80000000u;
    return uvec2(gain << 16 | ant, gain >> 16);
}

// smallest_key returns the smallest of a number of largest keys, by radix selection: digit by digit, from the highest one down.
uvec2 smallest_key(uint keys, uint listed) {
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
        while (digit > 0u && histogram[digit] < keys) {
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
