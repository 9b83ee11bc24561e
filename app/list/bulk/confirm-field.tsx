import { formatNumber } from "#app/format/numbers";
import { confirmAbove } from "#app/list/bulk/confirm-count";
import { TextField } from "#app/ui/form/text-field";

interface TypedCountProps {
	typed: string;
	errors: readonly string[] | undefined;
	label?: string;
	about?: string;
	/** The number to type, where it is known. */
	count?: number;
}

export const TypedCount = ({
	typed,
	errors,
	label = "Number of applicants",
	about = `More than ${confirmAbove} applicants.`,
	count,
}: TypedCountProps) => (
	<TextField
		name="confirmed"
		label={label}
		description={`${about} Type ${count === undefined ? "how many" : formatNumber(count)} to confirm.`}
		defaultValue={typed}
		errors={errors}
		inputMode="numeric"
		autoComplete="off"
		className="max-w-100"
	/>
);

/** Sends the number of applicants, and asks the user to type it when it is above 30. */
export const ConfirmCount = ({ count, ...field }: TypedCountProps & { count: number }) => (
	<>
		<input type="hidden" name="count" value={count} />
		{count > confirmAbove && <TypedCount {...field} count={count} />}
	</>
);
