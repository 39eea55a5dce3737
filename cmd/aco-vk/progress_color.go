package main

// noColorVariable is the environment variable of https://no-color.org.
const noColorVariable = "NO_COLOR"
