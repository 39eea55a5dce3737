// Shows the entries of the index that contain the text of the field.
const field = document.getElementById("filter");
const none = document.getElementById("none");
field.parentElement.hidden = false;
field.addEventListener("input", () => {
  const text = field.value.trim().toLowerCase();
  let found = 0;
  for (const letter of document.querySelectorAll(".letter")) {
    const before = found;
    for (const entry of letter.querySelectorAll("li")) {
      entry.hidden = !entry.textContent.toLowerCase().includes(text);
      found += !entry.hidden;
    }
    letter.hidden = found === before;
  }
  none.textContent = found ? "" : "There is no such entry.";
});
