import type { SmsAnswer } from "#app/routes/emails/sms/answer-sms.server";
import { readSms } from "#app/routes/emails/sms/sms-form";
import type { Problem } from "#worker/contract/problems";

/** Returns the dialog's state when the request got no response (§8): all typed values and the reason. */
export const unsentSms = ({ form, problem }: { form: FormData; problem: Problem }): SmsAnswer => ({
	typed: readSms(form),
	errors: { "": [problem.error] },
	preview: null,
	filled: null,
});
