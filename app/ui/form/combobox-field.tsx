import { useEffect, useRef, useState } from "react";
import type { Choice } from "#app/ui/form/choice";
import { selectClass } from "#app/ui/form/control-class";
import { Field, type FieldProps, splitField } from "#app/ui/form/field";
import { useLazy } from "#app/ui/use-lazy";

export type ComboboxFieldProps = FieldProps & {
	/** The choices; replace them with the results of `onQuery`. The chosen one need not stay among them. */
	options: readonly Choice[];
	defaultValue?: string;
	/** The form that the value belongs to, when the field is outside it. */
	form?: string | undefined;
	placeholder?: string;
	onChosen?: (value: string, label: string) => void;
	/** Called with the typed text. Left out, the given choices are filtered here. */
	onQuery?: (query: string) => void;
	/** The text that the choices answer; they are of another one until the answer to what is typed has come. */
	answeredQuery?: string | undefined;
	/** Loads more choices while the list stays open; left out when there are no more. */
	onMore?: () => void;
	pending?: boolean;
	emptyText?: string;
	/** Announced with the choices, where they are not all that match. */
	foundText?: string | undefined;
};

const load = async () => (await import("#app/ui/form/combobox-control")).ComboboxControl;

/** A select that can be searched: the browser's own without JavaScript, otherwise a combobox and a hidden input. */
export const ComboboxField = (props: ComboboxFieldProps) => {
	const { field, control } = splitField(props);
	const { options, defaultValue = "", placeholder = "Choose", form, onChosen, ...search } = control;
	const select = useRef<HTMLSelectElement>(null);
	const hadFocus = useRef(false);
	const Control = useLazy(load, () => {
		hadFocus.current = select.current?.matches(":focus") ?? false;
		return true;
	});
	const [chosen, setChosen] = useState<Choice | null>(
		() => options.find((option) => option.value === defaultValue) ?? null,
	);
	const choose = (choice: Choice | null) => {
		setChosen(choice);
		onChosen?.(choice?.value ?? "", choice?.label ?? "");
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was chosen before there was JavaScript.
	useEffect(() => {
		const early = options.find((option) => option.value === select.current?.value);
		if (early) choose(early);
	}, []);
	return (
		<Field {...field}>
			{(wiring) =>
				Control ? (
					<>
						<input type="hidden" name={field.name} form={form} value={chosen?.value ?? ""} disabled={field.disabled} />
						<Control
							{...search}
							wiring={wiring}
							options={options}
							chosen={chosen}
							placeholder={placeholder}
							takesFocus={hadFocus.current}
							onChoose={choose}
						/>
					</>
				) : (
					<select
						ref={select}
						{...wiring}
						form={form}
						defaultValue={defaultValue}
						onChange={(event) => choose(options.find(({ value }) => value === event.target.value) ?? null)}
						className={selectClass}
					>
						<option value="">{placeholder}</option>
						{options.map(
							(option) =>
								// why: the placeholder is the choice of none already.
								option.value !== "" && (
									<option key={option.value} value={option.value} disabled={option.disabled}>
										{option.label}
									</option>
								),
						)}
					</select>
				)
			}
		</Field>
	);
};
