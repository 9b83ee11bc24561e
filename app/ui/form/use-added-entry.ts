import { type RefObject, useEffect, useRef } from "react";

interface AddedEntry<List extends HTMLElement> {
	/** The element whose children are the entries. */
	list: RefObject<List>;
	/** For the button that adds one. */
	onAdd(): void;
}

/**
 * Leads into the entry that a button has added to a list, when it is there. why: the button stands below the list, so
 * Tab would lead away from it.
 */
export const useAddedEntry = <List extends HTMLElement = HTMLOListElement>(length: number): AddedEntry<List> => {
	const list = useRef<List>(null);
	const isAwaited = useRef(false);
	const before = useRef(length);
	useEffect(() => {
		const isLonger = length > before.current;
		before.current = length;
		if (!isLonger || !isAwaited.current) return;
		isAwaited.current = false;
		list.current?.lastElementChild?.querySelector<HTMLElement>("input:not([type=hidden]), select")?.focus();
	}, [length]);
	const onAdd = () => {
		isAwaited.current = true;
	};
	return { list, onAdd };
};
