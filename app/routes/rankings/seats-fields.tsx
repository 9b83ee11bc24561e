import { inAlias } from "#app/format/in-alias";
import {
	type FieldErrors as Errors,
	ownSharesField,
	seatsField,
	type TypedScheme,
} from "#app/routes/rankings/typed-scheme";
import { useShell } from "#app/shell/shell-context";
import { Card } from "#app/ui/card";
import { TextField } from "#app/ui/form/text-field";
import { quotaLabels, quotas } from "#worker/contract/ranking/quotas";

interface SeatsFieldsProps {
	typed: TypedScheme;
	errors: Errors;
	courses: readonly { id: string; name: string }[];
}

/** The shares of the seats, and the seats of each course; a course without seats is not ranked. */
export const SeatsFields = ({ typed, errors, courses }: SeatsFieldsProps) => {
	const alias = useShell().organisation.aliases.course;
	const usual = quotas.map((quota) => typed.shares[quota]).join("/");
	return (
		<section aria-labelledby="seats" className="grid gap-3">
			<h2 id="seats" className="font-medium">
				Seats
			</h2>
			<Card className="grid grid-cols-1 items-start gap-3 p-4 sm:grid-cols-3">
				{quotas.map((quota) => (
					<TextField
						key={quota}
						id={`shares-${quota}`}
						name={`shares-${quota}`}
						label={`${quotaLabels[quota]}, %`}
						defaultValue={typed.shares[quota]}
						errors={errors[`shares-${quota}`]}
						inputMode="numeric"
						autoComplete="off"
						required
					/>
				))}
			</Card>
			<Card>
				<p className="border-b border-line px-4 py-2.5 text-text-2">
					{inAlias("A {course} without seats is not ranked. Write the shares of one {course} as 60/25/15.", alias)}
				</p>
				{/* why hidden: each field has its label, which is only not drawn. */}
				<p
					aria-hidden
					className="hidden grid-cols-[minmax(0,1fr)_7rem_9rem] gap-x-3 border-b border-line px-4 py-1.5 text-sm text-text-3 sm:grid"
				>
					<span>{inAlias("{Course}", alias)}</span>
					<span>Seats</span>
					<span>Shares of its own</span>
				</p>
				<ul aria-label={inAlias("Seats by {course}", alias)}>
					{courses.map(({ id, name }) => (
						<li
							key={id}
							className="grid grid-cols-2 items-start gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_7rem_9rem]"
						>
							<span className="col-span-2 font-medium leading-8.5 [overflow-wrap:anywhere] sm:col-span-1">{name}</span>
							<TextField
								id={seatsField(id)}
								name={seatsField(id)}
								label={`Seats of ${name}`}
								placeholder="Seats"
								hideLabel
								defaultValue={typed.seats[id]?.seats}
								errors={errors[seatsField(id)]}
								inputMode="numeric"
								autoComplete="off"
							/>
							<TextField
								id={ownSharesField(id)}
								name={ownSharesField(id)}
								label={`Shares of ${name}`}
								placeholder={usual}
								hideLabel
								defaultValue={typed.seats[id]?.shares}
								errors={errors[ownSharesField(id)]}
								autoComplete="off"
							/>
						</li>
					))}
				</ul>
			</Card>
		</section>
	);
};
