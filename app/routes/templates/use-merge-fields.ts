import { useShell } from "#app/shell/shell-context";
import { capitalise } from "#worker/contract/text/capitalise";
import { mergeFields } from "#worker/contract/text/merge-fields";

/** Returns the merge fields that every applicant has, in the institution's words. */
export const useMergeFields = () => {
	const { organisation } = useShell();
	const course = capitalise(organisation.aliases.course);
	return mergeFields.map(({ name, label }) => ({ name, label: label.replace(/^Course/, course) }));
};
