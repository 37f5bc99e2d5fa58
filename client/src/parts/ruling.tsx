import { useSignal } from "@preact/signals";
import type { Table } from "../table";
import { Markdown } from "./markdown";

/** A ruling's number that opens its text. */
export function Ruling({ number, table }: { number: string; table: Pick<Table, "ask"> }) {
  const text = useSignal("");
  const open = async () => {
    if (text.value) {
      text.value = "";
      return;
    }
    const answer = await table.ask({ type: "ruling", number });
    text.value = answer.type === "ruling" ? answer.text : "says" in answer ? answer.says : "";
  };
  return (
    <>
      <button type="button" class="link-button notation" aria-expanded={text.value !== ""} onClick={() => void open()}>
        {number}
      </button>
      {text.value && (
        <div class="ruling-text small">
          <Markdown text={text.value} />
        </div>
      )}
    </>
  );
}
