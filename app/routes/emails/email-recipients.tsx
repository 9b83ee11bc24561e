import { formatNumber } from "#app/format/numbers";
import { confirmAbove } from "#app/list/bulk/confirm-count";
import { TypedCount } from "#app/list/bulk/confirm-field";
import { countName, type RecipientChoice, type RecipientMode } from "#app/routes/emails/email-form";
import { FieldErrors } from "#app/ui/form/field";

interface EmailRecipientsProps {
	choices: readonly RecipientChoice[];
	chosen: RecipientMode;
	errors: readonly string[] | undefined;
	/** True when the list has filters besides the stage. */
	isNarrowed: boolean;
}

/** Chooses the recipients; each choice shows its count (§4 Email recipients mode). */
export const EmailRecipients = ({ choices, chosen, errors, isNarrowed }: EmailRecipientsProps) => (
	<fieldset aria-describedby={errors ? "recipients-errors" : undefined} className="grid gap-1.5">
		<legend className="mb-1.5 font-medium">Recipients</legend>
		<div className="flex flex-wrap gap-x-6 gap-y-1.5">
			{choices.map(({ mode, label, count }) => (
				<label key={mode} className="flex min-h-6 min-w-0 items-start gap-2 has-disabled:text-text-3">
					<input
						type="radio"
						name="to"
						value={mode}
						defaultChecked={mode === chosen}
						disabled={mode === "selected" && count === 0}
						data-many={count > confirmAbove ? "" : undefined}
						className="mt-0.75 size-3.5 shrink-0 accent-accent"
					/>
					<span className="min-w-0 [overflow-wrap:anywhere]">
						{label} <span className="tabular-nums">({formatNumber(count)})</span>
					</span>
				</label>
			))}
		</div>
		{isNarrowed && (
			<p className="text-sm text-text-2">
				“All that match” follows the search and filters of the list. The other choices do not.
			</p>
		)}
		{errors && <FieldErrors id="recipients-errors" errors={errors} />}
	</fieldset>
);

/** Sends the count that each choice showed. */
export const RecipientCounts = ({ choices }: Pick<EmailRecipientsProps, "choices">) =>
	choices.map(({ mode, count }) => <input key={mode} type="hidden" name={countName(mode)} value={count} />);

/** Asks for the number of recipients above 30. why by style: the chosen radio alone shows it, without scripts. */
export const ConfirmRecipients = ({ typed, errors }: { typed: string; errors: readonly string[] | undefined }) => (
	<div className="hidden group-has-[[data-many]:checked]/email:block">
		<TypedCount
			typed={typed}
			errors={errors}
			label="Number of recipients"
			about={`More than ${confirmAbove} recipients.`}
		/>
	</div>
);
