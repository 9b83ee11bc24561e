import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import { readSignedInAnswers } from "#app/session/read-answers.server";

/** The most messages about a file that are shown. */
const shownFaults = 10;
const maxBytes = 1_000_000;

/** What is wrong with a file, and the text that was sent. */
interface RefusedFile {
	typed: string;
	faults: string[];
}

/** Reads an exported record from a file or from pasted text, or says what is wrong where. @param one what it is: "form" */
export const readJsonFile = async <S extends v.GenericSchema>(
	{ request, context }: ActionFunctionArgs,
	schema: S,
	one: string,
): Promise<RefusedFile | { typed: string; value: v.InferOutput<S>; idempotencyKey: string }> => {
	const { form, refused } = await readSignedInAnswers(request, context);
	const [tooLarge] = refused.values();
	if (tooLarge) return { typed: "", faults: [tooLarge] };
	const [file, pasted, key] = [form.get("file"), form.get("text"), form.get("idempotencyKey")];
	const isFile = file instanceof File && file.size > 0;
	if (isFile && file.size > maxBytes)
		return { typed: "", faults: [`A ${one} has at most 1 MB. This is another file.`] };
	const typed = isFile ? await file.text() : typeof pasted === "string" ? pasted : "";
	if (typed.trim() === "") return { typed: "", faults: ["Choose a file, or paste its text."] };
	const read = readJson(typed);
	if ("fault" in read) return { typed, faults: [read.fault] };
	const checked = v.safeParse(schema, read.value);
	if (!checked.success) return { typed, faults: faultsOf(checked.issues) };
	const idempotencyKey = typeof key === "string" && key !== "" ? key : crypto.randomUUID();
	return { typed, value: checked.output, idempotencyKey };
};

const readJson = (text: string): { value: unknown } | { fault: string } => {
	try {
		return { value: JSON.parse(text) };
	} catch (error) {
		const [, at] = /position (\d+)/.exec(String(error)) ?? [];
		const line = at === undefined ? undefined : text.slice(0, Number(at)).split("\n").length;
		return { fault: `This is not JSON${line === undefined ? "" : `: line ${line} is wrong`}.` };
	}
};

/** Says what is wrong, each with its place: "layout › sections › 2 › title: Enter a title". */
const faultsOf = (issues: readonly v.BaseIssue<unknown>[]): string[] => {
	const faults = issues.map((issue) => {
		const place = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? key + 1 : String(key)));
		const said = issue.message.startsWith("Invalid ") ? `${issue.expected ?? "nothing"} is expected` : issue.message;
		return place.length === 0 ? said : `${place.join(" › ")}: ${said}`;
	});
	const more = faults.length - shownFaults;
	return more > 0 ? [...faults.slice(0, shownFaults), `And ${more} more.`] : faults;
};
