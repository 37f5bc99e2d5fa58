// Clicks on whatever is offered, as a visitor without a plan would.
async ({rounds, patience}) => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const all = (selector) => [...document.querySelectorAll(selector)];
  let dice = 7;
  const any = (list) => list[(dice = (dice * 1103515245 + 12345) % 2147483648) % list.length];
  for (let idle = 0, moves = 0; idle < patience && moves < rounds; idle++) {
    const onward = all(".scene .controls .main");
    const isOver = document.body.innerText.includes("Play again");
    if (isOver && !onward.length) return "over";
    const buttons = all(".actions .row:not(.tools) > button").filter((each) => each.textContent !== "Cancel");
    const offered = all("#board .offered:not(.unit)"); // those stand already, and could be taken back for ever
    const chosen = all("#board .touched").length > 0 && buttons.length > 0;
    const found = onward.length ? onward : chosen || !offered.length ? buttons : any([offered, offered, buttons]);
    if (found.length) {
      any(found).click();
      idle = 0;
      moves += onward.length ? 0 : 1;
    }
    await wait(found.length ? 10 : 20);
  }
  return "not over";
}
