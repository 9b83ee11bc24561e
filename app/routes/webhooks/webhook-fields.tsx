import type { SubmissionResult } from "@conform-to/react";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { FieldErrors } from "#app/ui/form/field";
import { FormErrors } from "#app/ui/form/form-errors";
import { serverAnswer } from "#app/ui/form/server-answer";
import { TextField } from "#app/ui/form/text-field";

interface WebhookFieldsProps {
	result: SubmissionResult | null | undefined;
	name: string;
	url: string;
	/** The chosen events, as they are or were typed. */
	events: readonly string[];
	/** Those that the user may choose. */
	offered: readonly { event: string; label: string }[];
}

export const WebhookInputs = ({ result, name, url, events, offered }: WebhookFieldsProps) => {
	const { inWords } = useScreenTexts();
	const { formErrors, errorsOf, typed } = serverAnswer(result);
	const errors = errorsOf("events") ?? [];
	return (
		<>
			<FormErrors errors={formErrors} />
			<TextField
				name="name"
				label="Name"
				required
				maxLength={80}
				autoFocusInDialog
				autoComplete="off"
				defaultValue={result ? typed("name") : name}
				errors={errorsOf("name")}
			/>
			<TextField
				name="url"
				label="Address"
				description="Events are posted here as JSON. It begins with https:// and is on the internet."
				type="url"
				required
				maxLength={1000}
				autoComplete="off"
				defaultValue={result ? typed("url") : url}
				errors={errorsOf("url")}
			/>
			<fieldset aria-describedby={errors.length > 0 ? "events-errors" : undefined} className="grid gap-1.5">
				<legend className="mb-1.5 font-medium">Events</legend>
				{offered.map(({ event, label }) => (
					<label key={event} className="flex items-start gap-2.5">
						<input
							type="checkbox"
							name="events"
							value={event}
							defaultChecked={events.includes(event)}
							className="checkbox -mt-0.5!"
						/>
						<span>
							{inWords(label)} <code className="text-sm wrap-anywhere text-text-3">{event}</code>
						</span>
					</label>
				))}
				{errors.length > 0 && <FieldErrors id="events-errors" errors={errors} />}
			</fieldset>
		</>
	);
};
