// Copying a text, also where a page is not served by HTTPS and browsers have no clipboard for it.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface Props {
  text: string;
  says: string;
  className?: string;
}

export function CopyButton({ text, says, className = "button" }: Props) {
  const isCopied = useSignal(false);
  useEffect(() => {
    isCopied.value = false;
  }, [text]);
  const press = async (event: Event) => {
    isCopied.value = await copy(text, event.currentTarget as HTMLElement);
  };
  return (
    <button type="button" class={className} onClick={(event) => void press(event)}>
      {isCopied.value ? "Copied" : says}
    </button>
  );
}

/** Whether a text was copied. */
async function copy(text: string, beside: HTMLElement): Promise<boolean> {
  if (!navigator.clipboard) return copyAsOfOld(text, beside);
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyAsOfOld(text, beside),
  );
}

function copyAsOfOld(text: string, beside: HTMLElement): boolean {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "hidden-words" });
  beside.after(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  beside.focus();
  return isCopied;
}
