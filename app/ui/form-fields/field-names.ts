/** Hidden input that names each field of the page. why: a box that is not ticked sends nothing, and is answered all the same. */
export const shownField = "~field";

/** Name of one input of a field that has several: the state of a state and LGA, the start of a range. */
export const partName = (fieldId: string, part: string): string => (part === "" ? fieldId : `${fieldId}.${part}`);

/** Boxes by which the files of a field are taken off, their ids as values. */
export const removeName = (fieldId: string): string => `${fieldId}.remove`;

/** Hidden input that says how often a section or row stands on the page, by its id. */
export const copiesName = (kind: "sections" | "rows", id: string): string => `~${kind}.${id}`;

/** Hidden input that says which version of the form the page was drawn from. */
export const versionName = "~version";

/** Names the form that a page of the wizard was drawn for. */
export const formName = "~form";

/** The place of a field on the page: where a message about it leads. */
export const fieldAnchor = (fieldId: string): string => `field-${fieldId}`;

/** The buttons of a page of answers: what is to be done when it is sent. */
export const intentName = "~do";

/** 'add:rows:prize-row', 'remove:sections:2:schools': what a button does to the copies of a section or a row. */
export const copyIntent = (
	verb: "add" | "remove",
	{ kind, id, copy }: { kind: string; id: string; copy?: number },
): string => [verb, kind, ...(copy === undefined ? [] : [copy]), id].join(":");

export interface CopyIntent {
	verb: "add" | "remove";
	kind: "sections" | "rows";
	id: string;
	/** Which of them; 0 where one is added. */
	copy: number;
}

/** What `copyIntent` wrote; undefined for any other intent. */
export const readCopyIntent = (intent: string): CopyIntent | undefined => {
	const [, verb, kind, copy, id] = /^(?:(add|remove):(sections|rows):(?:(\d{1,4}):)?(.+))$/s.exec(intent) ?? [];
	if (id === undefined || (kind !== "sections" && kind !== "rows") || (verb === "remove") !== (copy !== undefined))
		return undefined;
	return { verb: verb === "remove" ? "remove" : "add", kind, id, copy: Number(copy ?? 0) };
};
