import type { ApiCall } from "#app/api/client";
import type { Choice } from "#app/ui/form/choice";
import type { RecordChange } from "#worker/contract/records";
import { readWords } from "#worker/services/assistant/contract";

/** Names the courses of a history's seats; none where the application is gone. */
export const readCourseNames = async (
	{ call }: { call: ApiCall },
	changes: readonly RecordChange[] = [],
): Promise<Choice[]> => {
	const state = changes.flatMap(({ before, after }) => [after, before]).find(Boolean);
	const applicationId = state?.applicationId;
	if (typeof applicationId !== "string") return [];
	const words = await call(readWords, { query: { app_id: applicationId } });
	return words.ok ? words.value.courses.map(({ id, name }) => ({ value: id, label: name })) : [];
};
