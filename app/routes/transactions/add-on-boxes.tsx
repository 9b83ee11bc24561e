import { useState } from "react";
import { inputClass } from "#app/ui/form/control-class";
import { FieldErrors } from "#app/ui/form/field";
import { matchChoices } from "#app/ui/form/match-choices";
import { useHydrated } from "#app/ui/use-hydrated";
import { formatMoney } from "#worker/contract/text/money";
import type { OfferedAddOn } from "#worker/services/transactions/taking.contract";

/** From how many on add-ons can be searched. */
const searchableFrom = 12;

interface AddOnBoxesProps {
	offered: readonly OfferedAddOn[];
	/** The ids that were ticked when the form was last sent. */
	ticked: readonly unknown[];
	name: string;
	errors: readonly string[] | undefined;
}

/** The add-ons of the application, to tick; many of them scroll, and are found by typing. */
export const AddOnBoxes = ({ offered, ticked, name, errors }: AddOnBoxesProps) => {
	const [query, setQuery] = useState("");
	const isHydrated = useHydrated();
	const isLong = offered.length >= searchableFrom;
	const choices = offered.map((addOn) => ({ value: addOn.id, label: addOn.name, hint: addOn.description }));
	const shown = new Set(matchChoices(choices, query).map(({ value }) => value));
	return (
		<fieldset className="grid min-w-0 gap-2" aria-describedby={errors ? "add-on-errors" : undefined}>
			<legend className="mb-1 font-medium">Add-ons</legend>
			{isLong && isHydrated && (
				<input
					type="search"
					aria-label="Find an add-on"
					placeholder="Find an add-on"
					autoComplete="off"
					value={query}
					onChange={(event) => setQuery(event.target.value)}
					onKeyDown={(event) => {
						// why: Enter would start the payment.
						if (event.key === "Enter") event.preventDefault();
					}}
					className={inputClass}
				/>
			)}
			<div
				className={isLong ? "grid max-h-64 gap-2 overflow-y-auto rounded-md border border-line p-2.5" : "grid gap-2"}
			>
				{offered.map((addOn) => (
					// why hidden and not left out: what was ticked before something was typed stays in the form.
					<label key={addOn.id} hidden={!shown.has(addOn.id)} className="flex items-start gap-2.5">
						<input
							type="checkbox"
							name={name}
							value={addOn.id}
							defaultChecked={ticked.includes(addOn.id)}
							className="checkbox -mt-0.5!"
						/>
						<span className="min-w-0 flex-1">
							{addOn.name}
							{addOn.description && <span className="block text-sm text-text-2">{addOn.description}</span>}
						</span>
						<span className="tabular-nums">{formatMoney(addOn.price, addOn.currency)}</span>
					</label>
				))}
				{shown.size === 0 && (
					<p role="status" className="text-text-2">
						Nothing matches
					</p>
				)}
			</div>
			{errors && <FieldErrors id="add-on-errors" errors={errors} />}
		</fieldset>
	);
};
