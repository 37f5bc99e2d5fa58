// The Markdown of our rulebooks: headings, paragraphs, lists, tables and drawings. Whatever else
// there may be is shown as it is written.
import type { ComponentChildren } from "preact";

export function Markdown({ text }: { text: string }) {
  return <div class="page-text">{blocksOf(text).map((block, at) => <Block key={at} text={block} />)}</div>;
}

function blocksOf(text: string): string[] {
  return text.match(/^```[^]*?^```|[^\n]+(?:\n(?!```)[^\n]+)*/gm) ?? [];
}

function Block({ text }: { text: string }) {
  const heading = /^(#+) (.*)/.exec(text);
  if (heading) return heading[1] === "#" ? <h3>{inline(heading[2] ?? "")}</h3> : <h4>{inline(heading[2] ?? "")}</h4>;
  if (text.startsWith("```")) return <pre class="notation" tabIndex={0}>{text.replace(/^```.*\n?|```$/gm, "")}</pre>;
  if (text.startsWith("|")) return <Rows lines={text.split("\n")} />;
  if (/^(-|\d+\.) /.test(text)) return <Items text={text} />;
  return /^ {4}/.test(text) ? <pre class="notation" tabIndex={0}>{text}</pre> : <p>{inline(text)}</p>;
}

function Items({ text }: { text: string }) {
  const items = text.split(/\n(?=(?:-|\d+\.) )/).map((item) => inline(item.replace(/^(-|\d+\.) /, "")));
  const all = items.map((item, at) => <li key={at}>{item}</li>);
  return text.startsWith("-") ? <ul>{all}</ul> : <ol>{all}</ol>;
}

function Rows({ lines }: { lines: string[] }) {
  const [head, , ...rows] = lines.map((line) => line.replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return (
    <table>
      <thead>
        <tr>{head?.map((cell, at) => <th key={at}>{inline(cell)}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>{row.map((cell, column) => <td key={column}>{inline(cell)}</td>)}</tr>
        ))}
      </tbody>
    </table>
  );
}

const PIECE = /\*\*(.+?)\*\*|\*(\S.*?)\*|(`+)(.+?)\3|\[([^\]]+)\]\([^)]+\)|<br>/s;

/** Words with emphasis and code in them; of a link to another page only its words are left. */
export function inline(written: string): ComponentChildren {
  const text = written.replaceAll("\\|", "|");
  const found = PIECE.exec(text);
  if (!found) return text;
  const [whole, strong, emphasis, , code, link] = found;
  return [text.slice(0, found.index), piece(strong, emphasis, code, link), inline(text.slice(found.index + whole.length))];
}

function piece(strong = "", emphasis = "", code = "", link = ""): ComponentChildren {
  if (strong) return <strong>{inline(strong)}</strong>;
  if (emphasis) return <em>{inline(emphasis)}</em>;
  if (code) return <code class="notation">{code.trim()}</code>;
  return link ? inline(link) : <br />;
}
