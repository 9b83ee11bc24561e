import { useRef, useState } from "react";
import { selectClass } from "#app/ui/form/control-class";
import { AnswerGroup } from "#app/ui/form-fields/answer-group";
import { entriesOf, entry } from "#app/ui/form-fields/entries";
import { partName } from "#app/ui/form-fields/field-names";
import type { AnswerProps } from "#app/ui/form-fields/form-field";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";
import { useHydrated } from "#app/ui/use-hydrated";

/** A state and its local government area. Without JavaScript the areas of every state are listed. */
export const PlaceAnswer = ({ col, field, answer, places }: AnswerProps) => {
	const entries = entriesOf(col, answer);
	const before = { state: entry(entries, "state"), lga: entry(entries, "lga") };
	const [state, setState] = useState(before.state);
	const [lga, setLga] = useState(before.lga);
	const hydrated = useHydrated();
	const stateSelect = useRef<HTMLSelectElement>(null);
	const lgaSelect = useRef<HTMLSelectElement>(null);
	// why: for the area chosen before JavaScript ran.
	useBrowserLayoutEffect(() => {
		if (stateSelect.current) setState(stateSelect.current.value);
		if (lgaSelect.current) setLga(lgaSelect.current.value);
	}, []);
	const states = places?.states ?? [];
	const shown = hydrated ? states.filter((one) => one.state === state) : states;
	const invalid = field.errors?.length ? true : undefined;
	return (
		<AnswerGroup {...field}>
			<div className="flex flex-wrap gap-2.5">
				<div className="grid min-w-36 flex-1 gap-1">
					<label htmlFor={`${field.id}-state`} className="text-sm text-text-2">
						State
					</label>
					<select
						ref={stateSelect}
						id={`${field.id}-state`}
						name={partName(field.name, "state")}
						value={state}
						onChange={(event) => {
							setState(event.target.value);
							setLga("");
						}}
						aria-invalid={invalid}
						className={selectClass}
					>
						<option value="">Choose</option>
						{states.map((one) => (
							<option key={one.state}>{one.state}</option>
						))}
						{!states.some((one) => one.state === before.state) && before.state && (
							<option value={before.state}>{before.state} (not in the list)</option>
						)}
					</select>
				</div>
				<div className="grid min-w-36 flex-1 gap-1">
					<label htmlFor={`${field.id}-lga`} className="text-sm text-text-2">
						Local government area
					</label>
					<select
						ref={lgaSelect}
						id={`${field.id}-lga`}
						name={partName(field.name, "lga")}
						value={lga}
						onChange={(event) => setLga(event.target.value)}
						aria-invalid={invalid}
						className={selectClass}
					>
						<option value="">Choose</option>
						{before.lga && !isAreaOf(shown, before.lga) && before.state === state && (
							<option value={before.lga}>{before.lga} (not in the list)</option>
						)}
						{hydrated
							? shown.flatMap(({ lgas }) => lgas.map((name) => <option key={name}>{name}</option>))
							: shown.map((one) => (
									<optgroup key={one.state} label={one.state}>
										{one.lgas.map((name) => (
											<option key={name}>{name}</option>
										))}
									</optgroup>
								))}
					</select>
				</div>
			</div>
		</AnswerGroup>
	);
};

const isAreaOf = (states: readonly { lgas: readonly string[] }[], lga: string): boolean =>
	states.some(({ lgas }) => lgas.includes(lga));
