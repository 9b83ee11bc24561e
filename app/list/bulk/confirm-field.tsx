import { confirmAbove } from "#app/list/bulk/confirm-count";
import { TextField } from "#app/ui/form/text-field";

interface ConfirmCountProps {
	/** How many it is about, as the page says. */
	count: number;
	typed: string;
	errors: readonly string[] | undefined;
}

/** Above 30 their number is typed: nobody changes hundreds without having seen how many they are. */
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
