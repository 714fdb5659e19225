export { Book, type Side } from './book'
