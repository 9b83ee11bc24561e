import type { SectionView } from "#app/routes/forms/edit-view.server";
import { newErrors } from "#app/routes/forms/new-errors";
import { isSameAnswer } from "#app/ui/form-fields/entries";
import { answerIn, readEntries } from "#app/ui/form-fields/read-entries";
import { checkShown } from "#app/ui/form-fields/shown-fields";
import { slotsOf } from "#worker/contract/forms/form-slots";

type Page = Pick<SectionView, "copies" | "answers" | "files" | "places" | "errorsBefore">;

/** Checks a page in the browser with the service's rules; the service decides (§5, the same on both sides). */
export const checkPage = (
	{ copies, answers, files, places, errorsBefore }: Page,
	form: FormData,
): Record<string, string[]> => {
	const read = readEntries(copies, form, answers);
	const typed = slotsOf(copies).map(({ fieldId, col }): [string, unknown] => {
		const [shown, now] = [answerIn(answers, fieldId), answerIn(read.answers, fieldId)];
		// why: an untouched answer is checked as it is saved, not as its inputs would write it.
		return [fieldId, now === undefined || isSameAnswer(col, now, shown) ? shown : now];
	});
	const kept = files.filter(({ id }) => !read.removedFiles.includes(id));
	const chosen = [...read.files.keys()].map((fieldId) => ({ fieldId }));
	const typedAnswers = { data: Object.fromEntries(typed), files: [...kept, ...chosen] };
	return newErrors({ errors: checkShown(copies, form, typedAnswers, places), errorsBefore });
};
