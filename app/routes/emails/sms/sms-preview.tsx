import { useEffect, useRef } from "react";
import { costOfSms, describeSms } from "#app/format/describe-sms";
import { formatCount } from "#app/format/numbers";
import type { SmsPreview } from "#app/routes/emails/sms/answer-sms.server";
import { warningsOf } from "#app/routes/emails/sms/sms-form";
import { useShell } from "#app/shell/shell-context";
import { Callout } from "#app/ui/callout";
import { EmptyFieldsWarning } from "#app/ui/form-view/empty-fields";

/** Names recipients that an SMS cannot reach, before it is sent. */
export const UnreachableWarning = ({ unreachable: { missing, names } }: Pick<SmsPreview, "unreachable">) => {
	if (missing === 0) return null;
	const others = missing - names.length;
	return (
		<Callout tone="warning">
			{formatCount(missing, "applicant has", "applicants have")} no phone number that an SMS can reach, and would get
			none: {names.join(", ")}
			{others > 0 && ` and ${formatCount(others, "other")}`}.
		</Callout>
	);
};

/** Shows how many recipients there are and are reached, and the SMS of the first of them with its messages. */
export const PreviewedSms = ({ preview }: { preview: SmsPreview }) => {
	const { recipients, unreachable, shown, emptyFields } = preview;
	const { smsPrice } = useShell().organisation;
	const phones = recipients - unreachable.missing;
	const title = useRef<HTMLHeadingElement>(null);
	useEffect(() => title.current?.focus(), []);
	if (!shown) return <Callout tone="warning">There is nobody to write to.</Callout>;
	return (
		<section aria-labelledby="sms-preview" className="grid grid-cols-1 gap-3">
			<h3 ref={title} id="sms-preview" tabIndex={-1} className="rounded-sm font-medium outline-none">
				To {formatCount(phones, "phone")}
				{smsPrice && phones > 1 && shown && `, about ${costOfSms(phones * shown.segments, smsPrice)} in all`}
			</h3>
			<UnreachableWarning unreachable={unreachable} />
			<EmptyFieldsWarning fields={emptyFields} />
			{/* why: the SMS is sent only after these warnings were shown. */}
			<input type="hidden" name="warned" value={warningsOf(preview)} />
			<article aria-label="The SMS" className="rounded-lg border border-line bg-panel">
				<p className="border-b border-line px-4 py-3 text-sm text-text-2 [overflow-wrap:anywhere]">
					To {shown.candidate.name} {shown.to ?? "(no usable number)"}
				</p>
				<p className="px-4 py-3.5 [overflow-wrap:anywhere] whitespace-pre-line">{shown.message}</p>
				<p className="border-t border-line px-4 py-2.5 text-sm text-text-2">{describeSms(shown.message, smsPrice)}</p>
			</article>
		</section>
	);
};
