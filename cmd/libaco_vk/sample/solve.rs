// Solves five places of a matrix of whole numbers and prints their order.
//
//     rustc solve.rs -L FOLDER -l aco_vk
use std::ffi::{CStr, CString};
use std::mem::size_of;
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Problem {
    size: usize,
    n: i64,
    x: *const f64,
    y: *const f64,
    stride: i64,
    metric: *const c_char,
    distances: *const f64,
    weights: *const i32,
    fixed: *const i32,
    fixed_count: i64,
}

#[repr(C)]
struct Outcome {
    size: usize,
    length: f64,
    elapsed: f64,
    iterations: i64,
    stop: [c_char; 24],
    algorithm: [c_char; 24],
    device: [c_char; 128],
}

extern "C" {
    fn aco_vk_message() -> *const c_char;
    fn aco_vk_open(devices: *const c_char, solver: *mut *mut c_void) -> c_int;
    fn aco_vk_solve(
        solver: *mut c_void,
        problem: *const Problem,
        options: *const c_void,
        tour: *mut i32,
        result: *mut Outcome,
    ) -> c_int;
    fn aco_vk_close(solver: *mut c_void) -> c_int;
}

// Makes a code of the library a result with its message.
fn check(code: c_int) -> Result<(), String> {
    match code {
        0 => Ok(()),
        _ => Err(unsafe { CStr::from_ptr(aco_vk_message()) }.to_string_lossy().into_owned()),
    }
}

fn main() -> Result<(), String> {
    let weights = [
        0, 3, 9, 9, 2, //
        3, 0, 4, 9, 9, //
        9, 4, 0, 5, 9, //
        9, 9, 5, 0, 1, //
        2, 9, 9, 1, 0,
    ];
    let problem = Problem {
        size: size_of::<Problem>(),
        n: 5,
        x: null(),
        y: null(),
        stride: 0,
        metric: null(),
        distances: null(),
        weights: weights.as_ptr(),
        fixed: null(),
        fixed_count: 0,
    };
    let mut tour = [0i32; 5];
    // SAFETY: all fields are numbers.
    let mut outcome: Outcome = unsafe { std::mem::zeroed() };
    outcome.size = size_of::<Outcome>();

    let cpu = CString::new("cpu").unwrap();
    let mut solver = null_mut();
    // SAFETY: the arrays have the lengths that the header asks for.
    unsafe {
        check(aco_vk_open(cpu.as_ptr(), &mut solver))?;
        check(aco_vk_solve(solver, &problem, null(), tour.as_mut_ptr(), &mut outcome))?;
        check(aco_vk_close(solver))?;
    }
    println!("length {}: {:?}", outcome.length, tour);
    Ok(())
}
