import { type RefObject, useEffect } from "react";
import type { EmailErrors } from "#app/routes/emails/email-form";
import { showErrorsOf } from "#app/ui/form/field";

/** Moves the focus to the first field that is wrong, or shows the errors of the whole form, whenever the errors change. */
export const useErrorsShown = (form: RefObject<HTMLFormElement>, errors: EmailErrors): void => {
	// biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves when the errors change.
	useEffect(() => {
		if (Object.keys(errors).length === 0) return;
		const wrong = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
		wrong?.focus({ preventScroll: true });
		// why: an error is shown below its field, or above the whole form.
		if (wrong) wrong.scrollIntoView({ block: "center" });
		else form.current?.scrollIntoView({ block: "start" });
		// why also: below a high editor whose middle is in sight, they may be out of it.
		if (wrong) showErrorsOf(wrong.id);
	}, [errors]);
};
