import { confirmAbove } from "#app/list/bulk/confirm-count";
import { TextField } from "#app/ui/form/text-field";

interface ConfirmCountProps {
	count: number;
	typed: string;
	errors: readonly string[] | undefined;
}

/** Asks the user to type the number of applicants when there are more than 30. */
export const ConfirmCount = ({ count, typed, errors }: ConfirmCountProps) => (
	<>
		<input type="hidden" name="count" value={count} />
		{count > confirmAbove && (
			<TextField
				name="confirmed"
				label="Number of applicants"
				description={`They are more than ${confirmAbove}. Type how many to confirm that you mean them all.`}
				defaultValue={typed}
				errors={errors}
				inputMode="numeric"
				autoComplete="off"
				className="max-w-100"
			/>
		)}
	</>
);
