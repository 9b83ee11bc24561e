import { markParts } from "#app/shell/palette/match-text";

export const Marked = ({ text, words }: { text: string; words: readonly string[] }) => (
	<>{markParts(text, words).map((part) => (part.marked ? <mark key={part.at}>{part.text}</mark> : part.text))}</>
);
