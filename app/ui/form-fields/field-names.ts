/** Hidden input that names each field of the page. why: an unticked box sends nothing. */
export const shownField = "~field";

/** Hidden input that names each field of the page of which only the mask is known: it has no inputs. */
export const maskedField = "~masked";

/** The value of the button that reveals a field of a page of answers. */
export const revealIntent = (fieldId: string): string => `reveal:${fieldId}`;

/** Reads what `revealIntent` wrote; undefined for any other intent. */
export const readRevealIntent = (intent: string): string | undefined => /^reveal:(.+)$/s.exec(intent)?.[1];

/** Returns the name of one input of a field that has several: the state of a state and LGA, the start of a range. */
export const partName = (fieldId: string, part: string): string => (part === "" ? fieldId : `${fieldId}.${part}`);

/** Name of the boxes that remove the files of a field, with their ids as values. */
export const removeName = (fieldId: string): string => `${fieldId}.remove`;

/** Hidden input that counts the repeats of a section or row on the page, by its id. */
export const copiesName = (kind: "sections" | "rows", id: string): string => `~${kind}.${id}`;

export const versionName = "~version";

/** Hidden input with the form that a page of the wizard was drawn for. */
export const formName = "~form";

/** Returns the id of a field on the page, to which its messages link. */
export const fieldAnchor = (fieldId: string): string => `field-${fieldId}`;

/** Name of the buttons of a page of answers: what to do when it is sent. */
export const intentName = "~do";

/** Writes what a button does to the repeats: 'add:rows:prize-row', 'remove:sections:2:schools'. */
export const copyIntent = (
	verb: "add" | "remove",
	{ kind, id, copy }: { kind: string; id: string; copy?: number },
): string => [verb, kind, ...(copy === undefined ? [] : [copy]), id].join(":");

export interface CopyIntent {
	verb: "add" | "remove";
	kind: "sections" | "rows";
	id: string;
	/** Which repeat; 0 where one is added. */
	copy: number;
}

/** Reads what `copyIntent` wrote; undefined for any other intent. */
export const readCopyIntent = (intent: string): CopyIntent | undefined => {
	const [, verb, kind, copy, id] = /^(?:(add|remove):(sections|rows):(?:(\d{1,4}):)?(.+))$/s.exec(intent) ?? [];
	if (id === undefined || (kind !== "sections" && kind !== "rows") || (verb === "remove") !== (copy !== undefined))
		return undefined;
	return { verb: verb === "remove" ? "remove" : "add", kind, id, copy: Number(copy ?? 0) };
};
