import { Link, useNavigate } from "@remix-run/react";
import { useRef, useState } from "react";
import * as v from "valibot";
import { listSearch, withSelected } from "#app/routes/applicants/list-address";
import type { LoadedList } from "#app/routes/applicants/load-list.server";
import { useRouteAnswer } from "#app/routes/applicants/use-route-answer";
import { selectClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { useDebouncedCallback } from "#app/ui/use-debounced";
import { useLazy } from "#app/ui/use-lazy";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** §9: the application select waits this long for the next letter. */
const searchDelayMs = 500;

const Found = v.object({ applications: v.array(v.object({ id: v.string(), title: v.string() })) });

const load = async () => (await import("#app/ui/form/combobox-control")).ComboboxControl;

interface ApplicationPickerProps extends Pick<LoadedList, "application" | "address"> {
	base: string;
	/** Chosen applicants that the link carries on, without JavaScript. */
	carried: readonly string[];
}

/** Chooses the application whose applicants are listed: found while one types, or on a page without JavaScript. */
export const ApplicationPicker = ({ base, application, address, carried }: ApplicationPickerProps) => {
	const navigate = useNavigate();
	const link = useRef<HTMLAnchorElement>(null);
	// why: a link that is in use is not taken away from under the reader.
	const Control = useLazy(load, () => link.current !== document.activeElement);
	const { answer, isPending, ask } = useRouteAnswer("routes/applicants/applications", Found);
	const find = (title: string) => ask(`${base}/applications?title=${encodeURIComponent(title)}`);
	const search = useDebouncedCallback(find, searchDelayMs);
	const [chosen, setChosen] = useState({ value: application.id, label: application.title });
	const offered = answer ? (answer.ok ? answer.data.applications : []) : [application];
	return (
		<div className="w-80 max-w-[calc(100vw-24px)]">
			{Control ? (
				<Field name="application" label="Application" hideLabel>
					{(wiring) => (
						<Control
							wiring={wiring}
							options={offered.map(({ id, title }) => ({ value: id, label: title }))}
							chosen={chosen}
							placeholder="Choose"
							pending={isPending}
							onFocus={() => {
								if (!answer?.ok && !isPending) find("");
							}}
							onQuery={search}
							onChoose={(choice) => {
								if (!choice || choice.value === application.id) return;
								setChosen(choice);
								navigate(base + listSearch({ application: choice.value }));
							}}
							emptyText={answer?.ok === false ? answer.error : "No application has that title."}
						/>
					)}
				</Field>
			) : (
				<Link
					ref={link}
					to={`${base}/applications${withSelected(listSearch(address), carried)}`}
					className={`${selectClass} truncate leading-8.5`}
				>
					<VisuallyHidden>Application: </VisuallyHidden>
					{application.title}
				</Link>
			)}
		</div>
	);
};
