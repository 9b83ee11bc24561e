export {
	action,
	clientAction,
	default,
	ErrorBoundary,
	handle,
	loader,
	meta,
	shouldRevalidate,
} from "#app/routes/payment-configurations/configuration";
