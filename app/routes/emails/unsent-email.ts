import type { EmailAnswer } from "#app/routes/emails/answer-email.server";
import { readEmail } from "#app/routes/emails/email-form";
import type { Problem } from "#worker/contract/problems";

/** Returns the dialog's state when the request got no response (§8): all typed values and the reason. */
export const unsentEmail = ({ form, problem }: { form: FormData; problem: Problem }): EmailAnswer => {
	const { files, ...typed } = readEmail(form);
	return { typed, errors: { "": [problem.error] }, preview: null, filled: null, files: files.map(({ name }) => name) };
};
