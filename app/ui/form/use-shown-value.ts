import { useEffect, useRef } from "react";

/** Returns the ref of a control that shows a value when that changes. why not by a key: a new control has no focus. */
export const useShownValue = <Control extends HTMLInputElement | HTMLSelectElement>(value: string) => {
	const control = useRef<Control>(null);
	const shown = useRef(value);
	useEffect(() => {
		if (control.current && shown.current !== value) control.current.value = value;
		shown.current = value;
	}, [value]);
	return control;
};
