import { confirmAbove } from "#app/list/bulk/confirm-count";
import { TextField } from "#app/ui/form/text-field";

interface TypedCountProps {
	typed: string;
	errors: readonly string[] | undefined;
	label?: string;
	about?: string;
}

export const TypedCount = ({
	typed,
	errors,
	label = "Number of applicants",
	about = `These are more than ${confirmAbove}.`,
}: TypedCountProps) => (
	<TextField
		name="confirmed"
		label={label}
		description={`${about} Type the number to confirm.`}
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
		{count > confirmAbove && <TypedCount {...field} />}
	</>
);
